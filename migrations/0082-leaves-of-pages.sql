-- Runs beside: 0055
-- The hashes of a page's transfers, 32 bytes each, in their order: a proof of one transfer needs those of its neighbours, and no other
-- index finds transfers by their number. They follow from the transfers; pages of before have none. Not compressed: hashes do not shrink.
alter table book_pages add column leaves bytea check (length(leaves) = 32 * transfers);
alter table book_pages alter column leaves set storage external;
