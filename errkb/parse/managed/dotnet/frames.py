"""Stack frames of .NET and Mono: `at App.Repo.Get(String key) in /src/Repo.cs:line 12`."""

from __future__ import annotations

from functools import lru_cache

from errkb.model.event import Frame
from errkb.parse.lazy import Lazy

__all__ = ["REPOS", "is_frame", "read_frame"]

REPOS: dict[str, str] = {
    "Amazon": "aws/aws-sdk-net",
    "AutoMapper": "AutoMapper/AutoMapper",
    "Azure": "Azure/azure-sdk-for-net",
    "Castle": "castleproject/Core",
    "Confluent.Kafka": "confluentinc/confluent-kafka-dotnet",
    "Dapper": "DapperLib/Dapper",
    "FluentValidation": "FluentValidation/FluentValidation",
    "Google.Protobuf": "protocolbuffers/protobuf",
    "Grpc": "grpc/grpc-dotnet",
    "Hangfire": "HangfireIO/Hangfire",
    "MassTransit": "MassTransit/MassTransit",
    "MediatR": "jbogard/MediatR",
    "Microsoft.AspNetCore": "dotnet/aspnetcore",
    "Microsoft.Data.SqlClient": "dotnet/SqlClient",
    "Microsoft.Data.Sqlite": "dotnet/efcore",
    "Microsoft.EntityFrameworkCore": "dotnet/efcore",
    "Microsoft.Extensions": "dotnet/runtime",
    "Microsoft.IdentityModel": "AzureAD/azure-activedirectory-identitymodel-extensions-for-dotnet",
    "Microsoft.Win32": "dotnet/runtime",
    "MongoDB": "mongodb/mongo-csharp-driver",
    "Moq": "devlooped/moq",
    "MySql": "mysql/mysql-connector-net",
    "MySqlConnector": "mysql-net/MySqlConnector",
    "NLog": "NLog/NLog",
    "NUnit": "nunit/nunit",
    "Newtonsoft.Json": "JamesNK/Newtonsoft.Json",
    "Npgsql": "npgsql/npgsql",
    "NuGet": "NuGet/NuGet.Client",
    "Polly": "App-vNext/Polly",
    "RabbitMQ": "rabbitmq/rabbitmq-dotnet-client",
    "Serilog": "serilog/serilog",
    "StackExchange.Redis": "StackExchange/StackExchange.Redis",
    "System": "dotnet/runtime",
    "System.Data.Entity": "dotnet/ef6",
    "UnityEngine": "Unity-Technologies/UnityCsReference",
    "Xunit": "xunit/xunit",
}
"""Repositories by namespace; the longest one known counts."""

_PART = r"[\w.<>`+|$@-]{1,250}"
_FRAME = Lazy(
    rf"at (?P<name>{_PART}(?:\[[^\]\n]{{0,200}}\](?:{_PART})?){{0,4}}) ?"
    r"\((?P<arguments>|[\w.,`&*\[\]<>+$|!=?' -]{1,900})\)"
    r"(?: ?\[0x[\da-f]+\])?(?: in (?P<file>[^\n]{1,600}?):(?:line )?(?P<line>\d{1,8}))?(?: ?<---)? *$"
)
_LONGEST = 2500
_Parts = tuple[str, int | None, str | None, str | None, str | None]


def is_frame(text: str) -> bool:
    """Say whether a line is a frame of a .NET stack."""
    return read_frame(text) is not None


def read_frame(text: str) -> Frame | None:
    """Return the frame on a line, or `None`; without debug symbols it has no file."""
    text = text.strip()
    if not text.startswith("at ") or "(" not in text or len(text) > _LONGEST:
        return None
    parts = _parts(text)
    return Frame(*parts) if parts else None


@lru_cache(maxsize=4096)
def _parts(text: str) -> _Parts | None:
    """Return what a frame consists of; traces repeat each other, so the latest are kept."""
    match = _FRAME.match(text)
    if match is None or (match["arguments"] and " " not in match["arguments"]):
        return None
    name: str = match["name"]
    if "." not in name and name != "lambda_method":
        return None
    package, repo = _origin(name)
    file = match["file"] if match["file"] and not match["file"].startswith("<") else None
    return file or "<unknown>", int(match["line"]) if file else None, name, package, repo


def _origin(name: str) -> tuple[str | None, str | None]:
    package = name
    while package:
        repo = REPOS.get(package)
        if repo:
            return package, repo
        package = package.rpartition(".")[0]
    return None, None
