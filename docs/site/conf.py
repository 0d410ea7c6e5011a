"""How Sphinx makes the site; ``build.py`` gathers its pages first."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

import faceup

project = html_title = "faceup"
version = release = faceup.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["colours.css", "site.css"]
html_js_files = ["site.js"]
html_favicon = "static/icon.svg"
html_copy_source = html_show_sourcelink = html_use_index = False
html_show_copyright = False
pygments_style, pygments_dark_style = "a11y-high-contrast-light", "a11y-dark"
highlight_language = "none"  # what an indented block is, its page need not say

nitpicky = False  # standard types are named in signatures, and their pages are elsewhere
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]  # a method shown alone is no whole program

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False

# The palette of the page that faceup serves, in both schemes: `light-dark` in colours.css decides.
light_css_variables = dark_css_variables = {
    "font-stack": "var(--sans)",
    "font-stack--monospace": "var(--mono)",
    "font-stack--headings": "var(--serif)",
    "color-foreground-primary": "var(--ink)",
    "color-foreground-secondary": "var(--ink-soft)",
    "color-foreground-muted": "var(--ink-soft)",
    "color-foreground-border": "var(--line-strong)",
    "color-background-primary": "var(--paper)",
    "color-background-secondary": "var(--sunk)",
    "color-background-hover": "var(--accent-soft)",
    "color-background-border": "var(--line)",
    "color-brand-primary": "var(--accent)",
    "color-brand-content": "var(--accent)",
    "color-brand-visited": "var(--accent)",
    "color-inline-code-background": "var(--sunk)",
    "color-code-background": "var(--panel)",
    "color-code-foreground": "var(--ink)",
    "color-api-background": "var(--panel)",
    "color-api-keyword": "var(--ink-soft)",
    "color-highlight-on-target": "var(--accent-soft)",
}
html_theme_options = {
    "light_css_variables": light_css_variables,
    "dark_css_variables": dark_css_variables,
    "top_of_page_buttons": [],
}

# What the theme leaves unsaid, for people who hear the page or have no mouse; site.js makes the buttons work.
MENDED = {
    r'<p class="caption" role="heading">': r'<p class="caption" role="heading" aria-level="2">',
    r'<aside class="sidebar-drawer">': r'<aside class="sidebar-drawer" aria-label="All pages">',
    r'<aside class="toc-drawer': r'<aside aria-label="On this page" class="toc-drawer',
    r'<label class="(nav-[^"]*)" for="__navigation">(.*?)</label>': (
        r'<button type="button" class="\1" data-opens="__navigation" aria-label="All pages">\2</button>'
    ),
    r'<label class="(toc-overlay-icon [^"]*)" for="__toc">(.*?)</label>': (
        r'<button type="button" class="\1" data-opens="__toc" aria-label="On this page">\2</button>'
    ),
}


INLINE = re.compile(r"<script(?![^>]*(?:\bsrc=|application/json))[^>]*>(.*?)</script>", re.DOTALL)
MISSING = "404.html"  # a server shows it at the address of a page that is missing
RELATIVE = re.compile(r'\b(href|src|data-content_root)="(?![a-z]+:|[#/"])(?:\./)?')
# Scripts and styles come from the site alone; what the theme writes into its pages is known by its digest.
POLICY = (
    "default-src 'none'; script-src 'self' {digests}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'"
)


def secured(text: str) -> str:
    """A page with its content security policy."""
    digests = sorted(
        {f"'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'" for code in INLINE.findall(text)}
    )
    policy = POLICY.format(digests=" ".join(digests))
    head = f'<meta charset="utf-8">\n    <meta http-equiv="Content-Security-Policy" content="{policy}">'
    mended, count = re.subn(r'<meta charset="utf-8"\s*/?>', lambda _: head, text, count=1)
    if not count:
        raise ExtensionError("a page does not say its charset: the theme has changed, and so must conf.py")
    return mended


def rooted(text: str, root: str) -> str:
    """A page that may stand at any address: what it leads to and is made of begins at the ``root`` of the site."""
    return RELATIVE.sub(lambda found: f'{found[1]}="{root}', text)


def mend(app: Sphinx, problem: Exception | None) -> None:
    if problem:
        return
    for page in Path(app.outdir).rglob("*.html"):
        text = page.read_text()
        for pattern, mended in MENDED.items():
            text, count = re.subn(pattern, mended, text, flags=re.DOTALL)
            if not count:
                raise ExtensionError(f"{page.name} has no {pattern}: the theme has changed, and so must conf.py")
        if page.name == MISSING:
            text = rooted(text, urlsplit(app.config.html_baseurl).path or "/")
        page.write_text(secured(text))


def unsaid(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Nothing, of the fields of named tuples of which nobody wrote anything."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", unsaid)
    app.connect("build-finished", mend)
