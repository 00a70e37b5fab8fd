"""Databases and other data stores: what their servers log and their clients print."""

from __future__ import annotations

from errkb.hookspecs import Parser
from errkb.parse.form import FormParser
from errkb.parse.stores.elasticsearch import ElasticsearchParser
from errkb.parse.stores.forms import FORMS
from errkb.parse.stores.oracle import OracleParser
from errkb.parse.stores.postgres import PostgresParser
from errkb.parse.stores.sqlserver import SqlServerParser

__all__ = ["PARSERS"]

PARSERS: tuple[Parser, ...] = (
    PostgresParser(),
    OracleParser(),
    SqlServerParser(),
    ElasticsearchParser(),
    FormParser("store", FORMS),
)
