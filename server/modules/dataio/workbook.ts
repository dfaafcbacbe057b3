/** Characters that a cell can hold. */
const cellAtMost = 32_767
/** Styles of the workbook, by place in `cellXfs`. */
export const style = { plain: 0, head: 1, decimals: 2, guarded: 3 } as const

/** A cell with a text, which is never a formula. */
export function textCell(text: string, at: string, s: number): string {
  const cut = text.length > cellAtMost ? `${text.slice(0, cellAtMost - 1)}…` : text
  return `<c r="${at}" t="inlineStr"${s ? ` s="${s}"` : ''}><is><t xml:space="preserve">${escaped(spelled(cut))}</t></is></c>`
}

/** Text as XML. What XML cannot hold is left out: control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
function escaped(text: string): string {
  return text.replace(illegal, '').replace(/[&<>]/g, (char) => entities[char] ?? char)
}

/** A carriage return, which XML reads as a line feed, as workbooks write it; text that looks like such an escape is escaped itself. */
function spelled(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').replaceAll('\r', '_x000D_')
}

/** The way back from the escapes of a workbook's texts: `_x000D_` is a carriage return. */
export function unspelled(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** What XML cannot hold: control characters below the space but tab and line ends, halves of surrogate pairs, and two that are none. */
const illegal = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Letters of a column: 0 → A, 26 → AA. */
export function letters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

/** The first line of every part, and the namespace of sheets. */
export const prolog = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The part of a workbook that says where the others are. It is the first, by which programs know the file. */
export const start = {
  '_rels/.rels': `${prolog}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
}

/** The parts of a workbook beside its sheets (ECMA-376), which go by these names: they name the sheets, so they come when these are written. */
export function frame(sheets: readonly string[]): Record<string, string> {
  const each = (write: (n: number, name: string) => string) => sheets.map((name, i) => write(i + 1, name)).join('')
  const sheet = each((n, name) => `<sheet name="${escaped(name).replaceAll('"', '&quot;')}" sheetId="${n}" r:id="rId${n}"/>`)
  const types = each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${office}.worksheet+xml"/>`)
  const links = each((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
  return {
    '[Content_Types].xml': `${prolog}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/>${types}</Types>`,
    'xl/workbook.xml': `${prolog}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheet}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${prolog}<Relationships xmlns="${packages}/relationships">${links}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${prolog}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="2" applyNumberFormat="1"/><xf xfId="0" quotePrefix="1" numFmtId="49" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  }
}
