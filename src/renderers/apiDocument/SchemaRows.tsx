import { useState } from 'react'
import { FieldTable } from './FieldTable.tsx'
import { type ApiDocument, type ApiSchema, propertiesOf, resolved, typeOf } from './model.ts'
import type { Say } from './say.ts'

interface SchemaProps {
  t: Say
  document: ApiDocument
  schema: ApiSchema
  /** What the table is called for readers that do not see it. */
  label: string
}

/** The properties of a schema as a table; what is inside one opens below it. */
export function SchemaRows({ t, document, schema, label }: SchemaProps) {
  const properties = propertiesOf(schema, document)
  if (properties.length === 0) return <code className="o-type">{typeOf(schema, document)}</code>
  return (
    <FieldTable t={t} label={label}>
      {properties.map((property) => (
        <PropertyRows key={property.name} {...property} t={t} document={document} />
      ))}
    </FieldTable>
  )
}

interface PropertyProps {
  t: Say
  document: ApiDocument
  name: string
  required: boolean
  schema: ApiSchema
}

function PropertyRows({ t, document, name, required, schema }: PropertyProps) {
  const [open, setOpen] = useState(false)
  const hasInner = propertiesOf(schema, document).length > 0
  return (
    <>
      <tr>
        <th scope="row">
          <code>{name}</code>
          {required && <span className="o-required">{t('apiDocument.required')}</span>}
        </th>
        <td>
          {hasInner ? (
            <button type="button" className="o-more" aria-expanded={open} onClick={() => setOpen(!open)}>
              {typeOf(schema, document)}
            </button>
          ) : (
            <code className="o-type">{typeOf(schema, document)}</code>
          )}
        </td>
        <td>{schema.description ?? resolved(schema, document).description ?? ''}</td>
      </tr>
      {open && (
        <tr>
          <td colSpan={3} className="o-inner">
            <SchemaRows t={t} document={document} schema={schema} label={name} />
          </td>
        </tr>
      )}
    </>
  )
}
