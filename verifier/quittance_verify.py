#!/usr/bin/env python3
"""A second verifier of Quittance's proofs, written from docs/proof.md alone. Python 3.9 or later, no packages.

    python3 quittance_verify.py proof [--kept older-proof-or-number:hash ...]
    python3 quittance_verify.py --cases cases.jsonl

It prints the codes of docs/proof.md, each with the page it names, and ends with 1 when there is one. For people there is
quittance-verify, which says each in words.
"""

import argparse
import base64
import hashlib
import json
import struct
import sys

BOOK, PROOF = b"quittance-book/1", b"quittance-proof/1"
EXTERNAL = 1
DEBTS = (8, 9)
ZEROS = bytes(32)


class Unreadable(Exception):
    """The bytes are not what the format says."""


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, length):
        if self.at + length > len(self.data):
            raise Unreadable("the bytes end too early")
        self.at += length
        return self.data[self.at - length : self.at]

    def number(self, form):
        return struct.unpack(">" + form, self.take(struct.calcsize(form)))[0]

    def flag(self):
        byte = self.number("B")
        if byte > 1:
            raise Unreadable("a byte that says yes or no is neither 1 nor 0")
        return byte == 1

    def i128(self):
        return int.from_bytes(self.take(16), "big", signed=True)

    def text(self):
        return self.take(self.number("B")).decode("latin1")

    def sums(self):
        found = {}
        for _ in range(self.number("H")):
            key = (self.text(), self.number("B"))
            amount = self.i128()
            if not 1 <= key[1] <= 9 or amount == 0 or (found and not max(found) < key):
                raise Unreadable("sums are not in their order")
            found[key] = amount
        return found

    def end(self):
        if self.at != len(self.data):
            raise Unreadable("the bytes go on after their end")


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def sums_bytes(sums):
    written = [struct.pack(">H", len(sums))]
    for (currency, kind), amount in sorted(sums.items()):
        name = currency.encode("latin1")
        written += [bytes([len(name)]), name, bytes([kind]), amount.to_bytes(16, "big", signed=True)]
    return b"".join(written)


def add_sums(one, other):
    added = {key: one.get(key, 0) + other.get(key, 0) for key in {**one, **other}}
    return {key: amount for key, amount in added.items() if amount != 0}


def is_wrong(kind, amount):
    return amount > 0 if kind in DEBTS else kind != EXTERNAL and amount < 0


def is_negative(sums):
    return any(is_wrong(kind, amount) for (_, kind), amount in sums.items())


class Header:
    def __init__(self, data):
        reader = Reader(data)
        if reader.take(16) != BOOK:
            raise Unreadable("no header")
        self.hash = sha256(data)
        self.number = reader.number("Q")
        self.previous, self.history = reader.take(32), reader.take(32)
        self.is_complete = reader.number("B") == 1
        self.at = reader.number("q")
        self.transfers, self.total = reader.number("I"), reader.number("Q")
        self.transfers_root = reader.take(32)
        self.accounts, self.balances_root = reader.number("I"), reader.take(32)
        self.sums = reader.sums()
        self.audit, self.audit_hash = reader.number("Q"), reader.take(32)
        self.cluster, self.first, self.second = reader.number("Q"), reader.number("Q"), reader.number("Q")
        self.key, self.next_key = reader.take(32), reader.take(32)
        reader.end()


class Tree:
    """A tree of RFC 6962 that grows from the left."""

    def __init__(self):
        self.parts, self.size = [], 0

    def add(self, part, size=1):
        self.size += size
        self.parts.append((size, part))
        while len(self.parts) > 1 and self.parts[-1][0] == self.parts[-2][0]:
            (size, right), (_, left) = self.parts.pop(), self.parts.pop()
            self.parts.append((2 * size, sha256(b"\x01", left, right)))

    def leaf(self, data):
        self.add(sha256(b"\x00", data))

    def up_to(self, reader, end):
        while self.size < end:
            size = 1
            while self.size % (2 * size) == 0 and self.size + 2 * size <= end:
                size *= 2
            self.add(reader.take(32), size)

    def root(self):
        if not self.parts:
            return sha256()
        root = self.parts[-1][1]
        for _, left in reversed(self.parts[:-1]):
            root = sha256(b"\x01", left, root)
        return root


class Balance:
    def __init__(self, reader):
        self.account, self.kind, self.owner = reader.number("I"), reader.number("B"), reader.number("I")
        self.currency, self.decimals, self.opening = reader.text(), reader.number("B"), reader.number("q")
        self.is_there = reader.flag()
        self.balance = self.page = 0
        if not self.is_there:
            return
        self.balance, self.page = reader.number("q"), reader.number("Q")
        self.place, salt = reader.take(16), reader.take(16)
        self.beside = [(reader.take(32), reader.sums()) for _ in range(reader.number("B"))]
        name = self.currency.encode("latin1")
        self.leaf = sha256(
            b"\x02", self.place, salt, struct.pack(">IBIB", self.account, self.kind, self.owner, len(name)), name,
            struct.pack(">qQ", self.balance, self.page),
        )

    def root(self):
        """The root that follows, its sums, and whether something beside the way is below zero."""
        entry = self.leaf
        sums = {} if self.balance == 0 else {(self.currency, self.kind): self.balance}
        below = is_negative(sums)
        bits = int.from_bytes(self.place, "big")
        for depth in reversed(range(len(self.beside))):
            other, other_sums = self.beside[depth]
            below = below or is_negative(other_sums)
            pair = [(entry, sums), (other, other_sums)]
            if bits >> (127 - depth) & 1:
                pair.reverse()
            (left, left_sums), (right, right_sums) = pair
            entry = sha256(b"\x03", left, right, sums_bytes(left_sums), sums_bytes(right_sums))
            sums = add_sums(left_sums, right_sums)
        return entry, sums, below


class Beginning:
    def __init__(self, reader):
        if reader.take(17) != PROOF:
            raise Unreadable("no proof")
        self.since = reader.number("Q")
        self.head_bytes = reader.take(reader.number("H"))
        self.signature = reader.take(64)
        self.balances = [Balance(reader) for _ in range(reader.number("B"))]
        self.head = Header(self.head_bytes)


class Verifier:
    def __init__(self, data, kept):
        """`kept` has (number, hash in hexadecimal digits, {account: (balance, whether a page had touched it)})."""
        self.data, self.waiting, self.faults = data, list(kept), []

    def found(self, code, page=None):
        self.faults.append(code if page is None else f"{code} {page}")

    def verify(self):
        try:
            self.read(Reader(self.data))
        except Unreadable:
            self.found("unreadable")
        return self.faults

    def proven(self):
        """What to say where no fault was found: nothing proves that an account is in no page."""
        nowhere = [account for account, balance in self.own.items() if not balance.is_there]
        said = [f"account {account}: in no page, as the file says" for account in nowhere]
        return [*said, "proven" if len(nowhere) < len(self.own) else "no fault, and no balance is in the book yet"]

    def read(self, reader):
        self.start = Beginning(reader)
        self.head = self.start.head
        if not is_signed(self.start.head_bytes, self.start.signature, self.head.key):
            self.found("signature", self.head.number)
        if not self.head.is_complete:
            self.found("incomplete", self.head.number)
        self.check_sums(self.head)
        for balance in self.start.balances:
            self.check_balance(balance)
        self.own = {balance.account: balance for balance in self.start.balances}
        self.check_accounts()
        self.changes = {account: 0 for account in self.own}
        self.last = {}
        self.before = self.key = None
        self.check_pages(reader)
        reader.end()
        for number, _, _ in self.waiting:
            self.found("old" if number > self.head.number else "unknown", number)
        for balance in self.start.balances:
            self.check_follows(balance)

    def check_sums(self, header):
        for currency in sorted({currency for currency, _ in header.sums}):
            if sum(amount for (name, _), amount in header.sums.items() if name == currency) != 0:
                self.found("balance", header.number)
        if header.is_complete and is_negative(header.sums):
            self.found("negative", header.number)

    def check_balance(self, balance):
        if not balance.is_there:
            return
        root, sums, below = balance.root()
        if below:
            self.found("negative", self.head.number)
        if root != self.head.balances_root:
            self.found("path", self.head.number)
        elif sums != self.head.sums:
            self.found("sums", self.head.number)

    def check_accounts(self):
        if not self.own:
            self.found("empty")
        for number, _, balances in self.waiting:
            for account, (_, was_there) in balances.items():
                if account not in self.own or (was_there and not self.own[account].is_there):
                    self.found("missing", number)

    def check_pages(self, reader):
        history, other = Tree(), None
        while True:
            number = reader.number("Q")
            if number <= history.size or number > self.head.number:
                raise Unreadable("a page is not where it can be")
            history.up_to(reader, number - 1)
            if number == self.head.number:
                break
            data = reader.take(reader.number("H"))
            header = Header(data)
            signature = reader.take(64) if reader.flag() else None
            if header.number != number:
                self.found("order", number)
            if header.key != header.next_key if signature is None else not is_signed(data, signature, header.key):
                self.found("signature", number)
            if other is None and history.root() != header.history:
                other = number
            self.check_sums(header)
            self.check_page(reader, header)
            history.leaf(header.hash)
        if history.root() != self.head.history:
            self.found("history", other or self.head.number)
        self.check_page(reader, self.head)

    def check_page(self, reader, header):
        before = self.before
        if self.key is not None and self.key != header.key:
            self.found("key", header.number)
        self.key = header.next_key
        is_next = header.number == (before.number if before else 0) + 1
        if is_next and header.previous != (before.hash if before else ZEROS):
            self.found("chain", header.number)
        if before and header.at < before.at:
            self.found("clock", header.number)
        more = header.total - (before.total if before else 0) - header.transfers
        if more < 0 or (is_next and more != 0) or header.audit < (before.audit if before else 0):
            self.found("count", header.number)
        self.before = header
        self.check_transfers(reader, header)
        self.check_kept(header)

    def check_transfers(self, reader, header):
        count = reader.number("I")
        if count == 0:
            return
        if header.number <= self.start.since:
            self.found("foreign", header.number)
        tree, last_id = Tree(), 0
        for _ in range(count):
            index = reader.number("I")
            if index < tree.size or index >= header.transfers:
                raise Unreadable("a transfer is not where it can be")
            tree.up_to(reader, index)
            data = reader.take(reader.number("H"))
            tree.leaf(data)
            last_id = self.add_transfer(header, data, last_id)
        tree.up_to(reader, header.transfers)
        if tree.root() != header.transfers_root:
            self.found("transfers", header.number)
        for account, balance in self.own.items() if header.is_complete else []:
            if is_wrong(balance.kind, balance.opening + self.changes[account]):
                self.found("below", header.number)

    def add_transfer(self, header, data, last_id):
        reader = Reader(data)
        number, debit, credit = reader.number("Q"), reader.number("I"), reader.number("I")
        amount, _, _ = reader.number("Q"), reader.number("q"), reader.take(16)
        _, currency = reader.text(), reader.text()
        reader.end()
        is_own = False
        for account, change in ((debit, -amount), (credit, amount)):
            if account in self.own and self.own[account].currency == currency:
                is_own = True
                self.changes[account] += change
                self.last[account] = header.number
        if not is_own or number <= last_id:
            self.found("foreign", header.number)
        return number

    def check_kept(self, header):
        of_page = [kept for kept in self.waiting if kept[0] == header.number]
        self.waiting = [kept for kept in self.waiting if kept[0] != header.number]
        for number, digits, balances in of_page:
            if digits != header.hash.hex():
                self.found("fork", number)
            for account, (balance, _) in balances.items() if number >= self.start.since else []:
                if account in self.own and self.own[account].opening + self.changes[account] != balance:
                    self.found("before", number)

    def check_follows(self, balance):
        account, last = balance.account, self.last.get(balance.account)
        if self.start.since == 0 and balance.opening != 0:
            self.found("opening")
        if not balance.is_there:
            if last is not None or balance.opening != 0:
                self.found("hidden", last)
            return
        if balance.opening + self.changes[account] != balance.balance:
            self.found("follows")
        if balance.page > self.start.since if last is None else balance.page != last:
            self.found("last", balance.page)


# Ed25519, RFC 8032, section 5.1.

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P != 0 or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


def add(one, other):
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(times, point):
    result = (0, 1, 1, 0)
    while times > 0:
        if times & 1:
            result = add(result, point)
        point, times = add(point, point), times >> 1
    return result


def decode(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


BASE = decode((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(message, signature, key):
    point, s = decode(key), int.from_bytes(signature[32:], "little")
    if point is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    x, y, z, t = point
    x, y, z, _ = add(multiply(s, BASE), multiply(k, (P - x, y, z, P - t)))
    inverse = pow(z, P - 2, P)
    encoded = (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, "little")
    return encoded == signature[:32]


def kept_of_proof(data):
    start = Beginning(Reader(data))
    balances = {one.account: (one.balance, one.is_there) for one in start.balances}
    return start.head.number, start.head.hash.hex(), balances


def read_kept(given):
    number, _, digits = given.partition(":")
    if number.isdigit() and len(digits) == 64:
        return int(number), digits.lower(), {}
    with open(given, "rb") as file:
        return kept_of_proof(file.read())


def run_cases(path):
    """Whether each case is found as it says; the first differences are printed."""
    wrong = count = 0
    with open(path, encoding="utf-8") as file:
        for case in map(json.loads, file):
            kept = [
                kept_of_proof(base64.b64decode(one["proof"])) if "proof" in one else (one["number"], one["hash"], {})
                for one in case["kept"]
            ]
            faults = Verifier(base64.b64decode(case["proof"]), kept).verify()
            count += 1
            if sorted(faults) != sorted(case["expects"]):
                wrong += 1
                print(f"{case['name']}: expected {sorted(case['expects'])}, found {sorted(faults)}")
    print(f"{count} cases, {wrong} wrong")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description="Checks a proof of a balance, offline.")
    parser.add_argument("proof", nargs="?")
    parser.add_argument("--kept", action="append", default=[], help="an older proof, or number:hash of a page")
    parser.add_argument("--cases", help="the cases that all verifiers agree on")
    given = parser.parse_args()
    if given.cases is not None:
        return run_cases(given.cases)
    if given.proof is None:
        parser.error("give a proof")
    with open(given.proof, "rb") as file:
        verifier = Verifier(file.read(), [read_kept(one) for one in given.kept])
    faults = verifier.verify()
    print("\n".join(faults or verifier.proven()))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
