"""A server on loopback that answers sums, and goes wrong in every way that it is told to."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from email.utils import formatdate
from time import time

BIG = 50 << 20


def answer(body):
    """What the model of this server says: every seventh sum is wrong."""
    prompt = body["prompt"] if "prompt" in body else body["messages"][-1]["content"]
    found = re.findall(r"(\d+) \+ (\d+)", prompt)
    total = sum(map(int, found[-1])) if found else -1
    return f"Added up.\n#### {total + (total % 7 == 0)}"


def completion(body, text=None, reason="stop", **message):
    text = answer(body) if text is None else text
    if "prompt" in body:
        choice = {"index": 0, "text": text, "finish_reason": reason}
    else:
        choice = {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": reason}
    return {"id": "x", "choices": [choice], "usage": {"prompt_tokens": 9, "completion_tokens": 4}}


def error(message, **more):
    return {"error": {"message": message, **more}}


def reply(content, status=200, kind="application/json", **headers):
    """The bytes of an answer."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    lines = [f"HTTP/1.1 {status} X", f"Content-Type: {kind}", f"Content-Length: {len(data)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + data


async def never(server, writer, body):
    await asyncio.sleep(3600)


async def drip(server, writer, body):
    for byte in reply(completion(body)):
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.05)


async def big(server, writer, body):
    writer.write(f"HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: {BIG}\r\n\r\n".encode())
    await _pour(server, writer)


async def big_without_length(server, writer, body):
    writer.write(b"HTTP/1.1 200 X\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n")
    await _pour(server, writer)
    writer.close()


async def _pour(server, writer):
    for _ in range(BIG >> 18):
        writer.write(b" " * (1 << 18))
        await writer.drain()
        server.poured += 1 << 18


def sending(make, *, then=None):
    """A fault that sends bytes made from the body and then cuts the connection, or not."""

    async def fault(server, writer, body):
        writer.write(make(body))
        await writer.drain()
        if then == "abort":
            writer.transport.abort()
        elif then == "close":
            writer.close()

    return fault


TRANSIENT = {
    "429": sending(lambda body: reply(error("slow down"), 429)),
    "429 seconds": sending(lambda body: reply(error("slow down"), 429, Retry_After="0.05")),
    "429 date": sending(lambda body: reply(error("slow down"), 429, Retry_After=formatdate(time(), usegmt=True))),
    "500": sending(lambda body: reply(b"<html>oops</html>", 500, "text/html")),
    "502": sending(lambda body: reply(b"", 502)),
    "503": sending(lambda body: reply(error("overloaded"), 503)),
    "reset before": sending(lambda body: b"", then="abort"),
    "reset in the head": sending(lambda body: reply(completion(body))[:40], then="abort"),
    "reset in the body": sending(lambda body: reply(completion(body))[:-40], then="abort"),
    "closed in the body": sending(lambda body: reply(completion(body))[:-40], then="close"),
    "malformed": sending(lambda body: reply(b'{"choices": [{]')),
    "truncated": sending(lambda body: reply(json.dumps(completion(body)).encode()[:-30])),
    "not utf-8": sending(lambda body: reply(b'{"choices": [{"text": "\xff"}]}')),
    "no choices": sending(lambda body: reply({"choices": []})),
    "another object": sending(lambda body: reply({"status": "ok"})),
    "web page": sending(lambda body: reply(b"<html>sign in</html>", 200, "text/html")),
    "not HTTP": sending(lambda body: b"SSH-2.0-OpenSSH_9\r\n\r\n", then="close"),
    "never": never,
    "drip": drip,
    "big": big,
    "big without length": big_without_length,
}
"""Another attempt may go well."""

PERMANENT = {
    "context": sending(lambda body: reply(error("This model's maximum context length is 64 tokens"), 400)),
    "unknown model": sending(lambda body: reply(error(f"The model {body['model']} does not exist"), 404)),
    "forbidden": sending(lambda body: reply(error("not for you"), 403)),
    "no money": sending(lambda body: reply(error("You exceeded your quota", code="insufficient_quota"), 429)),
    "withheld": sending(lambda body: reply(completion(body, "", "content_filter"))),
    "key expired": sending(lambda body: reply(error("the key sk-live-0123456789abcdef has expired"), 401)),
}
"""Another attempt cannot help."""

HARMLESS = {"duplicated": sending(lambda body: 2 * reply(completion(body)))}
FAULTS = {**TRANSIENT, **PERMANENT, **HARMLESS}


class FaultServer:
    """`choose(body, attempt)` gives the name of a fault, bytes to send, or None for the answer; attempts of a body
    count from 0. `seen` holds path, headers and body of every request."""

    def __init__(self, choose=lambda body, attempt: None):
        self.choose = choose
        self.seen, self.attempts = [], {}
        self.inflight = self.most = self.poured = 0
        self.latency = 0.0

    def __enter__(self):
        self._loop = asyncio.new_event_loop()
        started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), daemon=True)
        self._thread.start()
        started.wait()
        return self

    def __exit__(self, *error):
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def model(self, options=""):
        return f"http://127.0.0.1:{self.port}/v1#sums{options}"

    def _run(self, started):
        async def serve():
            self._stop = asyncio.Event()
            server = await asyncio.start_server(self._handle, "127.0.0.1", 0, backlog=512)
            self.port = server.sockets[0].getsockname()[1]
            started.set()
            await self._stop.wait()
            server.close()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()

        self._loop.run_until_complete(serve())
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _handle(self, reader, writer):
        try:
            while not writer.is_closing():
                await self._one(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _one(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        body = json.loads(await reader.readexactly(int(re.search(r"(?i)content-length: (\d+)", head)[1])))
        self.seen.append((head.split()[1], head, body))
        key = json.dumps(body, sort_keys=True)
        attempt = self.attempts[key] = self.attempts.get(key, -1) + 1
        self.inflight += 1
        self.most = max(self.most, self.inflight)
        try:
            fault = self.choose(body, attempt)
            if self.latency:
                await asyncio.sleep(self.latency)
            if isinstance(fault, str):
                await FAULTS[fault](self, writer, body)
            else:
                writer.write(reply(completion(body)) if fault is None else fault)
                await writer.drain()
        finally:
            self.inflight -= 1
