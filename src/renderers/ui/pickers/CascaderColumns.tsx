import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLoad } from '../../useLoad.ts'
import { Button } from '../Button.tsx'
import { cx } from '../control.ts'
import { Spinner } from '../feedback/Spinner.tsx'
import { focusedAt } from '../focused.ts'
import { Icon } from '../Icon.tsx'
import { useWords } from '../words.tsx'

export interface CascaderOption {
  value: number
  label: string
}

interface CascaderColumnsProps {
  levels: readonly string[]
  value: readonly number[]
  load: (path: readonly number[]) => Promise<readonly CascaderOption[]>
  /** Called for every step of a choice. */
  onPick: (path: readonly number[]) => void
}

/** The open levels beside each other. Right and Enter go in, Left goes out, up and down walk, as in a column view of folders. */
export function CascaderColumns({ levels, value, load, onPick }: CascaderColumnsProps) {
  const words = useWords()
  // The open path; its last column shows that entry's children.
  const [path, setPath] = useState<readonly number[]>(value.slice(0, levels.length - 1))
  const [focus, setFocus] = useState(path.length)
  const box = useRef<HTMLDivElement>(null)
  const choose = (depth: number, key: number) => {
    const next = [...path.slice(0, depth), key]
    if (depth < levels.length - 1) {
      setPath(next)
      setFocus(depth + 1)
    }
    onPick(next)
  }
  const back = (depth: number) => {
    if (depth === 0) return
    setFocus(depth - 1)
    setPath(path.slice(0, Math.max(depth - 1, 0)))
  }
  return (
    <div ref={box} className="k-cascade">
      {levels.slice(0, path.length + 1).map((title, depth) => (
        <Column
          key={path.slice(0, depth).join()}
          title={title}
          back={depth > 0 ? words('ui.cascade.back') : undefined}
          current={depth === path.length}
          focused={depth === focus}
          selected={path[depth] ?? value[depth]}
          inside={path.slice(0, depth)}
          load={load}
          deeper={depth < levels.length - 1}
          onChoose={(key) => choose(depth, key)}
          onBack={() => back(depth)}
        />
      ))}
    </div>
  )
}

interface ColumnProps {
  title: string
  back: string | undefined
  /** The innermost one: the only one visible on a narrow screen. */
  current: boolean
  /** Takes the focus when it has something to show. */
  focused: boolean
  selected: number | undefined
  inside: readonly number[]
  load: CascaderColumnsProps['load']
  deeper: boolean
  onChoose: (key: number) => void
  onBack: () => void
}

function Column(props: ColumnProps) {
  const words = useWords()
  const { value: options, reason, reload } = useLoad(() => props.load(props.inside), [props.load])
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...event.currentTarget.children].filter((child) => child instanceof HTMLElement)
    const at = focusedAt(all)
    const option = options?.[at]
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }
    const to = moves[event.key]
    if (to !== undefined) all[Math.min(Math.max(to, 0), all.length - 1)]?.focus()
    else if (event.key === 'ArrowLeft') props.onBack()
    else if (option && (event.key === 'Enter' || event.key === ' ' || (event.key === 'ArrowRight' && props.deeper)))
      props.onChoose(option.value)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={cx('k-cascade-col', props.current && 'is-current')}>
      {props.back ? (
        <Button look="link" icon="chevron-left" className="k-cascade-back" onClick={props.onBack}>
          {props.back}
        </Button>
      ) : null}
      <div
        ref={list}
        role="listbox"
        aria-label={props.title}
        aria-busy={options === undefined && reason === ''}
        tabIndex={-1}
        className="k-list"
        onKeyDown={onKeyDown}
      >
        {options ? <Choices {...props} list={list} options={options} /> : null}
      </div>
      {options === undefined && reason === '' ? <Spinner size="small" /> : null}
      {reason ? (
        <div className="k-list-note is-error" role="alert">
          {reason}{' '}
          <Button look="link" onClick={reload}>
            {words('ui.cascade.again')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** The choices of a column that has loaded. The focus moves to the chosen one when they appear, and when the column takes its turn. */
function Choices({
  list,
  options,
  ...props
}: ColumnProps & { list: RefObject<HTMLDivElement | null>; options: readonly CascaderOption[] }) {
  const { focused, selected } = props
  useEffect(() => {
    const at = list.current?.querySelector<HTMLElement>('[tabindex="0"]')
    at?.scrollIntoView({ block: 'nearest' })
    if (focused) at?.focus({ preventScroll: true })
  }, [focused, list])
  const stop = Math.max(
    options.findIndex((option) => option.value === selected),
    0,
  )
  return options.map((option, i) => <Choice key={option.value} {...props} option={option} isStop={i === stop} />)
}

function Choice({ option, isStop, selected, deeper, onChoose }: ColumnProps & { option: CascaderOption; isStop: boolean }) {
  return (
    <button
      type="button"
      role="option"
      tabIndex={isStop ? 0 : -1}
      aria-selected={option.value === selected}
      className={cx('k-option', option.value === selected && 'is-on')}
      onClick={() => onChoose(option.value)}
    >
      <span className="k-option-text">{option.label}</span>
      {deeper ? <Icon name="chevron-right" className="k-cascade-more" /> : null}
    </button>
  )
}
