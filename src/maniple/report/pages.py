"""Pages of HTML, filled in from the templates that lie beside the modules."""

from importlib.resources import files


def filled(package: str, template: str, **values: object) -> str:
    """The template of a package, with these values; what is put in is escaped.

    Whatever the template asks for must be there: jinja2's UndefinedError otherwise.
    """
    # Loaded here: whoever plays, and writes no page, need not wait for it.
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    text = files(package).joinpath(template).read_text("utf-8")
    return environment.from_string(text).render(**values)
