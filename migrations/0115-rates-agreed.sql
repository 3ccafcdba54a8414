-- Runs beside: 0110
-- A rate that moves far, or the source of one, waits for a second person. What a feed, the machine or two people have set is what later
-- rates may be compared with.
alter table rate_history add column agreed boolean not null default false;
alter table pending_acts drop constraint pending_acts_danger_check;
alter table pending_acts add constraint pending_acts_danger_check check (danger in
  ('operator-access', 'merchant-access', 'store-terms', 'store-demands', 'maker-terms', 'large-top-up', 'sent-withdrawal',
    'refund', 'access-rules', 'money-stop', 'message-template', 'rate'));
