-- Runs beside: 0055
-- Outside a transaction: book_pages_new_key
-- The pages that hand the book on to another key are in every proof. A header ends with the key that signs it and the one that signs
-- the next.
create index concurrently book_pages_new_key on book_pages (number)
where substr(header, length(header) - 63, 32) <> substr(header, length(header) - 31, 32);
