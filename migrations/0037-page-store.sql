-- Runs beside: 0032
-- What payers read about a store beside its name, and whom they can ask.
alter table stores
  -- In the store's own words: what is sold here.
  add column page_description text check (length(page_description) between 1 and 300),
  -- https, mailto or tel: where the store answers questions.
  add column page_support_url text check (length(page_support_url) between 1 and 500),
  -- A small picture (PNG, JPEG or WebP), as base64. Small enough for a phone on a slow line to load it with the page.
  add column page_logo text check (length(page_logo) between 1 and 6828);
