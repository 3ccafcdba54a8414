-- How a store looks on the payer's page, and who may show that page in a frame.
alter table stores
  -- What payers read, where that is not the store's own name.
  add column page_name text check (length(page_name) between 1 and 200),
  -- As in #0a7cff. Null: the colour of the house, or for dark screens the one that the page makes of the other.
  add column page_colour text check (page_colour ~ '^#[0-9a-f]{6}$'),
  add column page_dark_colour text check (page_dark_colour ~ '^#[0-9a-f]{6}$'),
  -- For payers whose browser asks for none that the page has.
  add column page_language text check (page_language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$'),
  -- As in https://shop.example. Empty: nobody.
  add column page_frame_origins text[] not null default '{}' check (cardinality(page_frame_origins) <= 10);
