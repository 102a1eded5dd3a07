/** The description of `search` in openapi.json. The grammar is in search-language/grammar.peggy. */
export const SEARCH_DESCRIPTION = `All terms must match. A word must begin a word of the title, the authors, the venue or the name of a tracked scholar who wrote the publication; case and accents do not matter, and there are no wildcards.

\`\`\`
search = any*                  all of these
any    = term ("or" term)*     one of these; "or" binds more tightly than the space
term   = "-"? ( word | phrase | field ":" value | "(" search ")" )
phrase = '"' words '"'         whole words in this order
value  = phrase | text without a space
\`\`\`

| Field | Finds |
|---|---|
| \`author:\`, \`title:\`, \`venue:\` | words or a phrase in this text |
| \`abstract:\` | words or a phrase in the abstract, which plain words do not search |
| \`note:\` | words or a phrase in your notes |
| \`scholar:\` | words or a phrase in the name of a tracked scholar who wrote it, or the scholar's id |
| \`tag:\` | the tag with this name |
| \`year:\`, \`cited:\` | \`2024\`, \`2020..2024\`, \`2020..\`, \`..2020\`, \`>2020\`, \`>=2020\`, \`<2020\`, \`<=2020\` |
| \`cites:\` | what cites this publication, according to stored references: its id, its DOI, or the address of its page here or at doi.org |
| \`added:\` | first seen: \`<7d\` or \`7d\` at most seven days ago, \`>7d\` longer ago (d, w, m, y), or days, months and years as ranges: \`2026-11-01..\`, \`2026-11\`, \`>2025\` (after 2025) |
| \`is:\` | \`unread\`, \`read\`, \`favorite\`, \`new\` (in the latest run), \`retracted\` (or withdrawn), \`preprint\`, \`published\`, \`now-published\` (you had it as a preprint, and Lectern found in the last 14 days that it was published) |
| \`has:\` | \`pdf\`, \`doi\`, \`abstract\`, \`note\`, \`notice\` (of a retraction, concern or correction) |

A pasted title finds its publication. A \`-\` negates only at the beginning of a term. A field name is one only if its value follows the colon directly. A parenthesis within a word, or one without its counterpart, does not count. A search without a letter or a digit finds nothing.

A mistake, such as an unknown value or empty parentheses, gets 422. Each item of \`details\` then also has \`position\` and \`length\` in UTF-16 code units, and a \`suggestion\` for this part, or null.`;
