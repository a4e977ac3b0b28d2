"""Receipts, files and proof."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "receipt": "Receipt {number}: taken on {when} ({utc} UTC). Hash {hash}.",
    "receipt again": "Receipt {number} of {seat}",
    "by server": "the server, when the phase was closed",
    "receipt by": "These orders came from {by}.",
    "receipt for": "For {phase}.",
    "receipt last": "Your last receipt for what was resolved: {number}, hash {hash}.",
    "receipt none": "There are no receipts yet: each change of your orders gives one.",
    "receipt nothing": "No orders stood.",
    "receipt salt": "Salt {salt}.",
    "receipt unknown orders": "The game came here as a file, which held the hash of these orders only.",
    "receipts": "Receipts of {seat}",
    "receipts earlier": "There are earlier ones: “receipt {number}” brings the next.",
    "proof last": "The last hash of the chain is that of phase {number}: {hash}.",
    "proof title": "The proof of {slug}",
    "record": "The game {slug} goes to you as a file, in a letter of its own.",
}
