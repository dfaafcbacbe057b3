import { useMemo, useState } from 'react'
import { reasonOf } from '../../../runtime/loader.ts'
import { levelOf } from '../../../schemas/kinds/city.ts'
import { chainOf } from '../../../schemas/kinds/regions.ts'
import { controlOf, type FieldProps } from '../../define.ts'
import { Button } from '../../ui/Button.tsx'
import type { Key } from '../../ui/control.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { CheckTree } from '../../ui/pickers/CheckTree.tsx'
import { useLoad } from '../../useLoad.ts'
import { codesOf, type ReadRegions, regionNodes, tickedOf } from './regionCodes.ts'

/** A tree of provinces, cities and districts to tick; children load when a branch opens. The selection is listed by name above it. */
export function RegionTree(props: FieldProps) {
  const { form, value } = props
  const codes = useMemo(() => (Array.isArray(value) ? value.map(Number) : []), [value])
  // The selection is visible at first: its ancestors are loaded before the tree is drawn.
  const first = useLoad(() => readAround(form, codes), [form])
  const [opened, setOpened] = useState<ReadRegions>(() => new Map())
  const [notOpened, setNotOpened] = useState('')
  const read = useMemo(() => (first.value ? new Map([...first.value, ...opened]) : null), [first.value, opened])
  const failed = first.reason || notOpened
  const retry = () => {
    setNotOpened('')
    first.reload()
  }
  const nodes = useMemo(() => (read ? regionNodes(read, levelOf(props.field)) : []), [read, props.field])
  const ticked = useMemo(() => tickedOf(nodes, new Set(codes)), [nodes, codes])
  // Inside a row only the selection is shown: a full tree per row would hide the rows.
  const inRow = props.within !== undefined
  const [unfolded, setUnfolded] = useState(!inRow)
  const open = (key: Key) => {
    const code = Number(key)
    form.areas
      .inside(chainOf(code))
      .then((inside) => setOpened((before) => new Map(before).set(code, inside)))
      .catch((error: unknown) => setNotOpened(reasonOf(error)))
  }
  return (
    <div className="s-regions">
      <p className="k-help" role="status">
        {codes.length === 0 ? form.t('ui.regions.none') : form.t('ui.regions.chosen', { names: namesOf(props, codes) })}
      </p>
      {inRow && <Fold {...props} unfolded={unfolded} onTurn={() => setUnfolded(!unfolded)} />}
      {failed && <Failure text={failed} again={form.t('ui.list.retry')} onRetry={retry} />}
      {!unfolded && !props.invalid ? null : read === null ? (
        failed === '' && <Skeleton height={120} />
      ) : (
        <CheckTree
          {...controlOf(props)}
          id={props.id}
          labelledBy={props.labelledBy}
          nodes={nodes}
          openLevels={0}
          value={ticked}
          count={codes.length}
          onOpen={open}
          onChange={(keys) => props.onChange(codesOf(nodes, keys))}
        />
      )}
    </div>
  )
}

/** The provinces, and the siblings of the selected regions. */
async function readAround({ areas }: FieldProps['form'], codes: readonly number[]): Promise<ReadRegions> {
  const around = [0, ...new Set(codes.flatMap((code) => chainOf(code).slice(0, -1)))]
  return new Map(
    await Promise.all(around.map(async (code) => [code, await areas.inside(code === 0 ? [] : chainOf(code))] as const)),
  )
}

function Failure({ text, again, onRetry }: { text: string; again: string; onRetry(): void }) {
  return (
    <span className="s-form-failed" role="alert">
      {text}{' '}
      <Button look="link" onClick={onRetry}>
        {again}
      </Button>
    </span>
  )
}

/** Opens and closes the tree of a row. */
function Fold({ id, labelledBy, disabled, form, ...props }: FieldProps & { unfolded: boolean; onTurn: () => void }) {
  return (
    <Button
      id={`${id}-fold`}
      size="small"
      icon={props.unfolded ? 'angle-up' : 'angle-down'}
      aria-expanded={props.unfolded}
      aria-labelledby={`${labelledBy} ${id}-fold`}
      disabled={disabled}
      onClick={props.onTurn}
    >
      {form.t(props.unfolded ? 'ui.regions.fold' : 'ui.regions.unfold')}
    </Button>
  )
}

/** The selected regions by name, each after its parent; those not loaded yet by code. */
function namesOf({ form }: FieldProps, codes: readonly number[]): string {
  return codes.map((code) => form.areas.known(chainOf(code))?.join('/') ?? String(code)).join(form.t('ui.condition.list'))
}
