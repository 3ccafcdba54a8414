-- Runs beside: 0110
-- An address of an EVM network is the same in small letters and in large ones: listed once, in small ones, it cannot stay on the list
-- under another spelling when it is taken off. Of several spellings the one that was listed first stays.
delete from store_addresses later using store_addresses earlier
  where later.store_id = earlier.store_id and later.address ~* '^0x[0-9a-f]{40}$'
    and lower(later.address) = lower(earlier.address)
    and (earlier.added_at, earlier.address) < (later.added_at, later.address);
update store_addresses set address = lower(address)
  where address ~* '^0x[0-9a-f]{40}$' and address <> lower(address);
