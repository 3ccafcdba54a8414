-- Runs beside: 0110
-- Who told of an arrival first: to a bank's file that an operator brings in, a transfer that only a maker has told of is no more than
-- the maker's word. The default is for what was matched before, whose money is found, and for what an older release enters beside
-- this one: it is judged as it was. Of the rest it is derived.
alter table arrivals add column told_by text not null default 'operator'
  constraint arrivals_told_by_check check (told_by in ('operator', 'maker', 'phone', 'operators_file', 'makers_file'));
update arrivals a set told_by = t.told_by
from (
  select h.id, case
      when h.entered_by ~ '^phone \d+$' then 'phone'
      when u.id is null then case when l.id is null then 'operator' else 'operators_file' end
      when l.id is null then 'maker' else 'makers_file'
    end as told_by
  from arrivals h
  join requisites r on r.id = h.requisite_id
  left join users u on u.login = h.entered_by and u.role = 'maker' and u.maker_id = r.maker_id
  left join bank_lines l on l.arrival_id = h.id and l.is_recorded
  where h.exception is not null
) t
where a.id = t.id and t.told_by <> 'operator';
