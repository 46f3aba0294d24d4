"""The flight provider's orders, by its list."""

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from http.client import HTTPException
from typing import Any
from urllib.parse import urlencode

from failure import Failure

REAL = "https://api.duffel.com"
#: Orders of one answer: the provider's maximum.
PAGE = 200
PATIENCE_S = 30
TOO_OFTEN, SERVER_FAULT = 429, 500
#: The provider's window is a minute.
PAUSE_S, TRIES = 15, 8
#: Its own faults, and answers that break off or can't be read, pass sooner or not at all.
SHORT_PAUSE_S, FAULTS = 5, 4


@dataclass(frozen=True)
class Order:
    """An order as the provider shows it."""

    id: str
    reference: str
    mode: str
    #: The booking that it was made for; empty: somebody else's.
    booking: str
    created_at: datetime
    cancelled_at: datetime | None
    total: str


def modes() -> list[str]:
    """Those that have a token."""
    return [mode for mode in ("test", "live") if os.environ.get(f"DUFFEL_{mode.upper()}_TOKEN")]


def orders_since(mode: str, begin: datetime) -> Iterator[Order]:
    """Every order of a mode that was made from then on."""
    url = os.environ.get(f"DUFFEL_{mode.upper()}_URL") or REAL
    token = os.environ[f"DUFFEL_{mode.upper()}_TOKEN"]
    filters = {"created_at[after]": begin.isoformat(), "limit": PAGE}
    after: dict[str, str] = {}
    while True:
        page = _get(f"{url.rstrip('/')}/air/orders?{urlencode(filters | after)}", token)
        yield from (order_of(order, mode) for order in page["data"])
        cursor = (page.get("meta") or {}).get("after")
        if not cursor:
            return
        after = {"after": cursor}


def order_of(order: dict[str, Any], mode: str) -> Order:
    cancelled = order.get("cancelled_at")
    return Order(
        id=order["id"],
        reference=order.get("booking_reference") or "",
        mode=mode,
        booking=(order.get("metadata") or {}).get("booking_id", ""),
        created_at=datetime.fromisoformat(order["created_at"]),
        cancelled_at=datetime.fromisoformat(cancelled) if cancelled else None,
        total=f"{order.get('total_amount')} {order.get('total_currency')}",
    )


def _get(url: str, token: str) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}", "Duffel-Version": "v2", "Accept": "application/json"}
    refusals = faults = 0
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=PATIENCE_S) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == TOO_OFTEN:
                fault = ""
            elif error.code >= SERVER_FAULT:
                fault = f"it answers {error.code}"
            else:
                raise Failure(f"The flight provider answers {error.code}. Is the token right?") from None
        except (OSError, HTTPException, ValueError) as error:
            fault = f"{type(error).__name__}: {error}"
        if fault:
            faults += 1
        else:
            refusals += 1
        if faults == FAULTS:
            raise Failure(f"The flight provider gave no list of orders, {FAULTS} times; the last time {fault}.")
        if refusals == TRIES:
            raise Failure("The flight provider takes no calls: its rate limit is used up. Try again in some minutes.")
        time.sleep(SHORT_PAUSE_S if fault else PAUSE_S)
