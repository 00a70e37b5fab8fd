"""Tools of building and running: git, package managers, containers, clusters, infrastructure as code, the network."""

from __future__ import annotations

from errkb.hookspecs import Parser
from errkb.parse.form import FormParser
from errkb.parse.tools import containers, network, packages
from errkb.parse.tools.ansible import AnsibleParser
from errkb.parse.tools.buildkit import BuildkitParser
from errkb.parse.tools.git import GitParser
from errkb.parse.tools.kubernetes import KubernetesParser
from errkb.parse.tools.pip import PipParser
from errkb.parse.tools.powershell import PowerShellParser
from errkb.parse.tools.terraform import TerraformParser

__all__ = ["PARSERS"]

PARSERS: tuple[Parser, ...] = (
    BuildkitParser(),
    TerraformParser(),
    KubernetesParser(),
    AnsibleParser(),
    PowerShellParser(),
    GitParser(),
    PipParser(),
    FormParser("container", containers.FORMS),
    FormParser("package", packages.FORMS),
    FormParser("network", network.FORMS),
)
