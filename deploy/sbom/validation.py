"""The check of a bill of materials against CycloneDX's schema."""

import json
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator


def demand_valid(document):
    """Ends the program unless the document follows the schema and its references have a target."""
    error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(document))
    if error:
        sys.exit(f"the bill of materials doesn't follow the schema: {error}")
    references = {row["ref"] for row in document["dependencies"]}
    dangling = {name for row in document["dependencies"] for name in row["dependsOn"]} - references
    if dangling:
        sys.exit(f"the bill of materials names what it hasn't: {', '.join(sorted(dangling))}")
