import { useState } from 'react'
import { copyText } from '../../copyText.ts'
import { Button } from '../Button.tsx'
import { useWords } from '../words.tsx'
import '../../theme/json.css'

export interface JsonTreeProps {
  value: unknown
  id?: string
  labelledBy?: string
  describedBy?: string
}

/** Data to read: a tree that folds, or the text of it; and a way to copy it. */
export function JsonTree({ value, id, labelledBy, describedBy }: JsonTreeProps) {
  const words = useWords()
  const [asText, setAsText] = useState(false)
  const [copied, setCopied] = useState(false)
  const text = JSON.stringify(value ?? null, null, 2)
  const copy = () =>
    void copyText(text).then((done) => {
      setCopied(done)
    })
  return (
    <fieldset
      id={id}
      aria-label={labelledBy ? undefined : words('ui.json.data')}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className="k-json"
    >
      <div className="k-json-tools">
        <Button look="link" aria-pressed={asText} onClick={() => setAsText(!asText)}>
          {words(asText ? 'ui.json.tree' : 'ui.json.text')}
        </Button>
        <Button look="link" icon={copied ? 'check' : 'copy'} onClick={copy}>
          {words(copied ? 'ui.json.copied' : 'ui.json.copy')}
        </Button>
      </div>
      {asText ? (
        <textarea readOnly aria-label={words('ui.json.text')} value={text} rows={Math.min(18, text.split('\n').length)} />
      ) : (
        <Node name="" value={value ?? null} open />
      )}
    </fieldset>
  )
}

/** Members beyond these are counted, not drawn. */
const most = 200

function Node({ name, value, open = false }: { name: string; value: unknown; open?: boolean }) {
  const words = useWords()
  const label = name === '' ? null : <span className="k-json-name">{name}: </span>
  if (value === null || typeof value !== 'object') {
    return (
      <div className="k-json-leaf">
        {label}
        <span className={`k-json-${value === null ? 'null' : typeof value}`}>{JSON.stringify(value)}</span>
      </div>
    )
  }
  const members = Object.entries(value)
  const list = Array.isArray(value)
  if (members.length === 0) return <div className="k-json-leaf">{[label, list ? '[]' : '{}']}</div>
  return (
    <details open={open}>
      <summary>
        {label}
        <span className="k-json-count">{list ? `[${members.length}]` : `{${members.length}}`}</span>
      </summary>
      {members.slice(0, most).map(([key, part]) => (
        <Node key={key} name={key} value={part} />
      ))}
      {members.length > most && <div className="k-json-leaf">{words('ui.json.more', { count: members.length - most })}</div>}
    </details>
  )
}
