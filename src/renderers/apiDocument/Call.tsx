import { useState } from 'react'
import type { Severity } from '../ui/control.ts'
import { Tag } from '../ui/display/Tag.tsx'
import { FieldTable } from './FieldTable.tsx'
import { type ApiCall, type ApiDocument, typeOf } from './model.ts'
import { SchemaRows } from './SchemaRows.tsx'
import type { Say } from './say.ts'

const severities: Readonly<Record<string, Severity>> = { GET: 'info', POST: 'success', DELETE: 'danger' }

/** One call: its address in one line, and what it takes and answers below it once it is opened. */
export function Call({ t, document, call }: { t: Say; document: ApiDocument; call: ApiCall }) {
  const [open, setOpen] = useState(false)
  return (
    <li className="o-call">
      <h3>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Tag severity={severities[call.method] ?? 'warning'} className="o-method">
            {call.method}
          </Tag>
          <code className="o-path">{call.path}</code>
          {!call.path.endsWith(`/${call.summary}`) && <span className="o-summary">{call.summary}</span>}
        </button>
      </h3>
      {open && <Parts t={t} document={document} call={call} />}
    </li>
  )
}

function Parts({ t, document, call }: { t: Say; document: ApiDocument; call: ApiCall }) {
  const { nodes, access, parameters, body, answer } = call
  return (
    <div className="o-parts">
      <h4>{t('apiDocument.access')}</h4>
      {nodes.length > 0 ? (
        <p>
          {t(nodes.length > 1 ? 'apiDocument.oneOf' : 'apiDocument.needs')}{' '}
          {nodes.map((node) => (
            <code key={node}>{node} </code>
          ))}
        </p>
      ) : (
        <p>{access}</p>
      )}
      {parameters.length > 0 && (
        <>
          <h4>{t('apiDocument.parameters')}</h4>
          <Parameters t={t} document={document} parameters={parameters} />
        </>
      )}
      {body && (
        <>
          <h4>{t('apiDocument.body')}</h4>
          <SchemaRows t={t} document={document} schema={body} label={t('apiDocument.body')} />
        </>
      )}
      <h4>{t('apiDocument.answer')}</h4>
      {answer ? (
        <SchemaRows t={t} document={document} schema={answer} label={t('apiDocument.answer')} />
      ) : (
        <p>{t('apiDocument.noData')}</p>
      )}
    </div>
  )
}

function Parameters({ t, document, parameters }: { t: Say; document: ApiDocument; parameters: ApiCall['parameters'] }) {
  return (
    <FieldTable t={t} label={t('apiDocument.parameters')}>
      {parameters.map(({ name, required, schema, description }) => (
        <tr key={name}>
          <th scope="row">
            <code>{name}</code>
            {required && <span className="o-required">{t('apiDocument.required')}</span>}
          </th>
          <td>
            <code className="o-type">{typeOf(schema ?? {}, document)}</code>
          </td>
          <td>{description}</td>
        </tr>
      ))}
    </FieldTable>
  )
}
