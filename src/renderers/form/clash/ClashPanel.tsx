import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { changeText } from '../../../runtime/crud/actions/meanwhile.ts'
import type { ChangedField, ClashField, ClashSide } from '../../../runtime/form/clash.ts'
import type { FormContext } from '../../define.ts'
import { pressed } from '../../shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useValue } from '../../useValue.ts'
import { ClashValue } from './ClashValue.tsx'
import './clash.css'

/**
 * What somebody else changed while the form was open: fields that both changed are chosen one by one, and what was taken over is told.
 * Takes the focus when it appears, and leads to the first open choice when saving is tried before all is chosen.
 */
export function ClashPanel({ face, onSave }: { face: FormContext; onSave(): void }) {
  const { model, t } = face
  const clash = useValue(model.state, (s) => s.clash)
  const said = useValue(model.state, (s) => s.message)
  const box = useRef<HTMLElement>(null)
  const asked = clash?.asked ?? 0
  useEffect(() => {
    const open = asked > 0 ? box.current?.querySelector<HTMLElement>('[data-open] input') : box.current
    open?.focus()
  }, [asked])
  if (!clash) return null
  const { fields, taken, about } = clash
  const all = (side: ClashSide) => {
    for (const { name } of fields) model.choose(name, side)
    box.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressed(event, 'forms.save') < 0) return
    event.preventDefault()
    onSave()
  }
  return (
    <section ref={box} className="s-clash" role="alert" tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="s-clash-head">
        <Icon name="exclamation-triangle" />
        <div>
          {said && <p className="s-clash-title">{said}</p>}
          <p>{t(fields.length > 0 ? 'ui.meanwhile.choose' : 'ui.meanwhile.check')}</p>
        </div>
      </div>
      {fields.map((field) => (
        <Choice key={field.name} face={face} field={field} isAsked={asked > 0} />
      ))}
      {fields.length > 1 && (
        <div className="s-clash-all">
          <Button size="small" onClick={() => all('mine')}>
            {t('ui.meanwhile.allMine')}
          </Button>
          <Button size="small" onClick={() => all('theirs')}>
            {t('ui.meanwhile.allTheirs')}
          </Button>
        </div>
      )}
      <Told face={face} title={t('ui.meanwhile.taken')} fields={taken} />
      <Told face={face} title={t('ui.meanwhile.about')} fields={about} isAbout />
    </section>
  )
}

interface ChoiceProps {
  face: FormContext
  field: ClashField
  isAsked: boolean
}

/** One field that both changed. */
function Choice({ face, field, isAsked }: ChoiceProps) {
  const id = useId()
  const { model, t } = face
  const { name, base, chosen } = field
  const isOpen = chosen === null
  const side = (which: ClashSide, beside: ReactNode = null) => (
    <label className="s-clash-side" data-chosen={chosen === which || undefined}>
      <input
        type="radio"
        name={id}
        className="k-radio"
        checked={chosen === which}
        aria-describedby={isOpen && isAsked ? `${id}-left` : undefined}
        onChange={() => model.choose(name, which)}
      />
      <span className="s-clash-which">{t(`ui.meanwhile.${which}`)}</span>
      <span className="s-clash-value">
        <ClashValue face={face} name={name} value={field[which]} />
        {beside}
      </span>
    </label>
  )
  return (
    <fieldset className="s-clash-field" data-open={isOpen || undefined}>
      <legend>{face.word(`${face.wordsAt(name)}.label`) ?? name}</legend>
      {side('mine')}
      {side('theirs', <By face={face} field={field} />)}
      <p className="s-clash-side s-clash-base">
        <span className="s-clash-which">{t('ui.meanwhile.base')}</span>
        <span className="s-clash-value">
          <ClashValue face={face} name={name} value={base} />
        </span>
      </p>
      {isOpen && isAsked && (
        <p id={`${id}-left`} className="k-error">
          <Icon name="exclamation-circle" />
          {t('ui.meanwhile.left')}
        </p>
      )}
    </fieldset>
  )
}

interface ToldProps {
  face: FormContext
  title: string
  fields: readonly ChangedField[]
  /** They are fields of the record, not of the form. */
  isAbout?: boolean
}

/** Fields that need no choice: what they were, and what they are now. */
function Told({ face, title, fields, isAbout = false }: ToldProps) {
  const id = useId()
  if (fields.length === 0) return null
  const words = (name: string) => (isAbout ? `fields.${name}` : face.wordsAt(name))
  return (
    <section aria-labelledby={id} className="s-clash-told">
      <h4 id={id}>{title}</h4>
      <dl>
        {fields.map((field) => (
          <div key={field.name}>
            <dt>{face.word(`${words(field.name)}.label`) ?? field.name}</dt>
            <dd>
              <del>
                <ClashValue face={face} name={field.name} value={field.base} isAbout={isAbout} />
              </del>{' '}
              <span aria-hidden="true">→</span>{' '}
              <ins>
                <ClashValue face={face} name={field.name} value={field.theirs} isAbout={isAbout} />
              </ins>{' '}
              <By face={face} field={field} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function By({ face, field }: { face: FormContext; field: ChangedField }) {
  const text = changeText(face, field.change, face.model.sight().now)
  return text === '' ? null : <span className="s-clash-by">{text}</span>
}
