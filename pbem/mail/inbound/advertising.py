"""Advertisements and swindles, known by their words in English, French and German. Pure."""

from __future__ import annotations

import re

ENGLISH = r"""
    buy buying cheap discount special offers? sale shopping unsubscribe invoice payment click proposal business
    investment loan bank bitcoins? crypto congratulations won winner selected prize millions? seo marketing traffic
    packages? backlinks? pills casino dating password parcel delivery webinar newsletter leads compan(?:y|ies)
    account
"""
GERMAN = r"""
    rabatt angebote? sonderangebot günstig\w* kaufen bestellen abbestellen rechnung zahlung überweis\w* konto gesperrt
    gewonnen gewinn\w* kredit paket zustell\w* gutschein kunden umsatz klicken
"""
FRENCH = r"""
    offres? promo\w* soldes remise réduction profitez cliquez désabonner facture paiement réglez compte bloqué gagné
    gagnant crédit colis livraison commande[rz]? clients?
"""
WORDS = "|".join((ENGLISH + GERMAN + FRENCH).split())
ADVERTISING_SIGN = re.compile(
    r"(?P<link>https?://\S*|www\.\S*)|(?P<sum>[$€£%]|\b(usd|eur|euros?|dollars?|\d{1,3}(,\d{3}){2,})\b)"
    rf"|\b({WORDS})\b",
    re.I,
)
ENOUGH_SIGNS = 2
"""How many different signs make an advertisement, one of which may be anybody's; one more if they speak of playing."""


def is_advertisement(text: str, curious: bool) -> bool:
    """Return whether words read as those of a merchant or a swindler. `curious`: they speak of playing, or ask
    something."""
    said = {found.lastgroup or found.group().casefold() for found in ADVERTISING_SIGN.finditer(text)}
    return len(said) >= ENOUGH_SIGNS + curious
