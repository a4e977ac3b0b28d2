"""A relay that takes everything, in a process of its own: prints its port, and runs until it is killed."""

from __future__ import annotations

import asyncio
from typing import Any

from aiosmtpd.smtp import SMTP


class Drain:
    async def handle_DATA(self, _: Any, __: Any, ___: Any) -> str:  # noqa: N802
        return "250 OK"


async def listen() -> None:
    opening = asyncio.get_running_loop().create_server(lambda: SMTP(Drain(), hostname="floor"), "127.0.0.1", 0)
    server = await opening
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(listen())
