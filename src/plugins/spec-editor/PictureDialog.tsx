import type { FieldProps } from '../../renderers/face.ts'
import { Button } from '../../renderers/ui/Button.tsx'
import { Dialog } from '../../renderers/ui/overlays/Dialog.tsx'
import { asKind, type Field } from '../../schemas/field.ts'
import { setColumn } from './model/cells.ts'
import type { Editor } from './model/editor.ts'
import type { Sheet, SheetRow } from './model/sheet.ts'
import { setValueImage } from './model/specs.ts'
import { rowTitle, type Say } from './words.ts'

/** Whose picture is chosen: that of a value, or that of SKUs. */
export type Pictured = { value: number } | { rows: readonly number[] }

interface PictureDialogProps extends FieldProps {
  say: Say
  sheet: Sheet
  texts: ReadonlyMap<number, string>
  editor: Editor
  what: Pictured
  onClose(): void
}

/** The picture of a value or of a SKU, with the control of all pictures. */
export function PictureDialog({ say, sheet, texts, editor, what, onClose, ...props }: PictureDialogProps) {
  const at = found(sheet, what)
  if (!at) return null
  const { Control } = props.form.control('image')
  const [row, ...others] = at.rows
  const title =
    others.length > 0
      ? say('picturesOf', { count: at.rows.length })
      : say('pictureOf', { name: row ? rowTitle(say, sheet, texts, row) : 'value' in what ? (texts.get(what.value) ?? '') : '' })
  const put = (image: unknown) => {
    const url = typeof image === 'string' ? image : ''
    editor.act((each) => ('value' in what ? setValueImage(each, what.value, url) : setColumn(each, what.rows, 'image', url)))
  }
  const id = `${props.id}-picture`
  return (
    <Dialog
      open
      size="small"
      title={<span id={`${id}-label`}>{title}</span>}
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          {say('done')}
        </Button>
      }
    >
      <Control
        {...props}
        id={id}
        name="image"
        label={title}
        labelledBy={`${id}-label`}
        field={pictureField(props.field)}
        schema={{}}
        value={at.image}
        onChange={put}
        onBlur={() => undefined}
        required={false}
        invalid={false}
        describedBy={undefined}
        partErrors={{}}
      />
    </Dialog>
  )
}

/** The picture there is, and the rows it is of; of several SKUs the one they share. */
function found(sheet: Sheet, what: Pictured): { rows: readonly SheetRow[]; image: string } | undefined {
  if ('value' in what) {
    const choice = sheet.attributes.flatMap(({ values }) => values).find(({ key }) => key === what.value)
    return choice && { rows: [], image: choice.image }
  }
  const wanted = new Set(what.rows)
  const rows = sheet.rows.filter(({ key }) => wanted.has(key))
  const [first = '', ...others] = new Set(rows.map(({ cells }) => cells.image))
  return rows.length > 0 ? { rows, image: others.length === 0 ? first : '' } : undefined
}

/** One picture, with the limits of the editor's own field. */
function pictureField(field: Field): Field {
  const { maxSize } = field
  return { ...asKind(field, 'image', maxSize ? { maxSize } : {}), name: 'image', required: false, when: {} }
}
