import type { FieldProps } from '../../renderers/define.ts'
import { Button } from '../../renderers/ui/Button.tsx'
import { Dialog } from '../../renderers/ui/Dialog.tsx'
import type { Field } from '../../schemas/language/field.ts'
import { setColumn } from './model/cells.ts'
import type { Editor } from './model/editor.ts'
import type { Sheet } from './model/sheet.ts'
import { setValueImage } from './model/specs.ts'
import { rowTitle, type Say } from './words.ts'

/** Whose picture is chosen: that of a value, or that of a SKU. */
export type Pictured = { value: number } | { row: number }

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
  const name = 'value' in what ? (texts.get(what.value) ?? '') : rowTitle(say, sheet, texts, at.row ?? sheet.rows[0] ?? never())
  const put = (image: unknown) => {
    const url = typeof image === 'string' ? image : ''
    editor.act((each) => ('value' in what ? setValueImage(each, what.value, url) : setColumn(each, [what.row], 'image', url)))
  }
  const id = `${props.id}-picture`
  return (
    <Dialog
      open
      size="small"
      title={<span id={`${id}-label`}>{say('pictureOf', { name })}</span>}
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
        label={say('pictureOf', { name })}
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

function found(sheet: Sheet, what: Pictured) {
  if ('row' in what) {
    const row = sheet.rows.find(({ key }) => key === what.row)
    return row && { row, image: row.cells.image }
  }
  const choice = sheet.attributes.flatMap(({ values }) => values).find(({ key }) => key === what.value)
  return choice && { row: undefined, image: choice.image }
}

function never(): never {
  throw new Error('a picture of no row')
}

/** One picture, with the limits of the editor's own field. */
function pictureField({ maxSize, ...field }: Field): Field {
  const own: Field = { ...field, name: 'image', kind: 'image', required: false, when: {}, ...(maxSize ? { maxSize } : {}) }
  delete own.max
  return own
}
