"""Receipts and other proofs, and the forms that carry them."""

from __future__ import annotations

import os
import secrets
from typing import BinaryIO, Mapping, Optional, Tuple, Union


class File:
    """What is uploaded, with the name it should have."""

    def __init__(
        self,
        content: Union[bytes, bytearray, BinaryIO],
        name: str = "receipt",
        content_type: str = "application/octet-stream",
    ) -> None:
        self.content = bytes(content) if isinstance(content, (bytes, bytearray)) else content.read()
        self.name = name
        #: The service finds the type out from the content, whatever is said here.
        self.content_type = content_type

    @classmethod
    def at(cls, path: Union[str, "os.PathLike[str]"]) -> "File":
        """The file at this path."""
        with open(path, "rb") as opened:
            return cls(opened, os.path.basename(os.fspath(path)))


#: Bytes, a file that was opened for reading in binary mode, or a `File` that has a name as well. It is read once, at the
#: call, so that a failed upload can be repeated; the service takes at most 10 MB.
FileContent = Union[bytes, bytearray, BinaryIO, File]


def form_body(fields: Mapping[str, Union[str, FileContent, None]]) -> Tuple[str, bytes]:
    """Content type and body of multipart/form-data (RFC 7578); files come last, and nothing is sent for None."""
    boundary = "quittance-" + secrets.token_hex(18)
    texts = [(name, value) for name, value in fields.items() if isinstance(value, str)]
    files = [(name, _file(value)) for name, value in fields.items() if not isinstance(value, (str, type(None)))]
    body = b""
    for name, text in texts:
        body += _part(boundary, f'name="{_quoted(name)}"', None) + text.encode() + b"\r\n"
    for name, file in files:
        disposition = f'name="{_quoted(name)}"; filename="{_quoted(file.name)}"'
        body += _part(boundary, disposition, file.content_type) + file.content + b"\r\n"
    return f"multipart/form-data; boundary={boundary}", body + f"--{boundary}--\r\n".encode()


def _file(value: FileContent) -> File:
    return value if isinstance(value, File) else File(value)


def _part(boundary: str, disposition: str, content_type: Optional[str]) -> bytes:
    kind = "" if content_type is None else "Content-Type: " + content_type.replace("\r", "").replace("\n", "") + "\r\n"
    return f"--{boundary}\r\nContent-Disposition: form-data; {disposition}\r\n{kind}\r\n".encode()


def _quoted(name: str) -> str:
    """As browsers do it: a name cannot end its own quotation or begin another header."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
