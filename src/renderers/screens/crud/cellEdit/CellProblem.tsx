import { changeText } from '../../../../runtime/crud/actions/meanwhile.ts'
import { isUndecided } from '../../../../runtime/form/clash.ts'
import { isNothing } from '../../../cells/value.ts'
import type { FormContext } from '../../../define.ts'
import { ClashValue } from '../../../form/clash/ClashValue.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useValue } from '../../../useValue.ts'
import type { CellEditorProps } from './cellProps.ts'

interface CellProblemProps extends CellEditorProps {
  id: string
  face: FormContext
  text: string
  onSave(): void
  onCancel(): void
}

/** Why a value is not stored, what is stored instead, and what can be done. */
export function CellProblem({ id, face, text, phase, cell, onSave, onCancel }: CellProblemProps) {
  const { t } = face
  const clash = useValue(cell.form.state, (s) => s.clash)
  const [theirs] = clash?.fields ?? []
  const isClash = theirs !== undefined && isUndecided(clash)
  const { name } = cell.field
  const stored = cell.form.first()[name]
  const by = theirs ? changeText(face, theirs.change, cell.form.sight().now) : ''
  const choose = (side: 'mine' | 'theirs') => {
    cell.form.choose(name, side)
    onSave()
  }
  return (
    <div id={id} className="s-cell-problem" role="alert">
      <p className="k-error">
        <Icon name="exclamation-circle" />
        {isClash && text === '' ? t('ui.cells.changed') : text}
      </p>
      {phase === 'refused' && (
        <p className="s-cell-stored">
          {t(isClash ? 'ui.cells.theirs' : 'ui.cells.stored')}{' '}
          <strong>{isNothing(stored) ? t('ui.meanwhile.empty') : <ClashValue face={face} name={name} value={stored} />}</strong>
          {by !== '' && <span className="s-cell-by"> {by}</span>}
        </p>
      )}
      {phase === 'refused' && (
        <div className="s-cell-ways">
          <Button size="small" look="primary" onClick={() => (isClash ? choose('mine') : onSave())}>
            {t(isClash ? 'ui.cells.keepMine' : 'ui.cells.again')}
          </Button>
          <Button size="small" onClick={() => (isClash ? choose('theirs') : onCancel())}>
            {t(isClash ? 'ui.cells.takeTheirs' : 'ui.cells.discard')}
          </Button>
        </div>
      )}
    </div>
  )
}
