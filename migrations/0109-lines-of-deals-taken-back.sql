-- Runs beside: 0108
-- A line of the bank stayed with a deal that was taken back since, or settled with another sum. Such lines wait for a person. Of deals
-- that have left with their month nothing is known here; theirs stay.
update bank_lines l set state = 'open', held = 'taken-back', deal_id = null, is_decided = false,
  explanation = null, explained_by = null, explained_at = null
where l.state = 'deal' and exists (select from deals d where d.id = l.deal_id) and not exists (
  select from deals d left join excesses above on above.deal_id = d.id and above.kept_at is null
  where d.id = l.deal_id and d.type = 'in'
    and (d.status = 'completed' or (d.status = 'dispute' and d.dispute ->> 'from' = 'completed'))
    and coalesce(d.received_amount, d.amount) + coalesce(above.sum, 0) = l.amount
);
