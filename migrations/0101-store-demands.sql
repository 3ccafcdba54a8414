-- Runs beside: 0098
-- What a store demands before requests, makers and rates are believed becomes looser only with a second person.
alter table pending_acts drop constraint pending_acts_danger_check;
alter table pending_acts add constraint pending_acts_danger_check check (danger in
  ('operator-access', 'merchant-access', 'store-terms', 'store-demands', 'maker-terms', 'large-top-up', 'sent-withdrawal',
    'refund', 'access-rules', 'money-stop', 'message-template'));
