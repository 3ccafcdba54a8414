-- Runs beside: 0110
-- What a store keeps of an excess ends it. A dispute that was decided later emptied the row, and a law of the books never held again:
-- no money went out any more. What was kept is in the transfers and in the audit log.
update excesses e set
  held_sum = (
    select coalesce(sum(t.amount), 0) from transfers t
    where t.subject_id = e.deal_id and t.kind in ('excess_keep', 'excess_fee', 'excess_reward')),
  sum = coalesce((
    select (a.details ->> 'sumMinor')::bigint from audit_log a
    where a.subject_kind = 'invoice' and a.subject_id = e.invoice_id::text and a.action = 'keep-excess'
      and a.details ->> 'dealId' = e.deal_id::text
    order by a.id limit 1), 0)
where e.kept_at is not null and e.sum = 0;

-- An earlier release beside this one is refused such a decision instead: nothing is lost, and it can be made as soon as that is gone.
create function refuse_kept_excess() returns trigger language plpgsql as $$
begin
  raise exception 'an excess that was kept is never changed' using errcode = 'restrict_violation';
end
$$;

create trigger excesses_kept_stay before update or delete on excesses
for each row when (old.kept_at is not null) execute function refuse_kept_excess();
