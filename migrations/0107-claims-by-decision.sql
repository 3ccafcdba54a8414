-- Runs beside: 0106
-- Outside a transaction: dispute_facts_of_decision
-- A page of the book with a correction looks for the claim that it came from, among all that was ever said about disputes.
create index concurrently dispute_facts_of_decision on dispute_facts (decision_id) where decision_id is not null;
