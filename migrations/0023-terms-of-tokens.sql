-- Every token ends. Those that were made without an end get the usual term from now on; none outlives a year.
update api_tokens set expires_at = case
  when revoked_at is not null then coalesce(expires_at, revoked_at)
  else least(coalesce(expires_at, now() + interval '90 days'), now() + interval '365 days')
end;
alter table api_tokens alter column expires_at set not null;

-- When the person last gave a code of the second factor in this session; null: never.
alter table sessions add column code_at timestamptz;
