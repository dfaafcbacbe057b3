import { Link } from 'react-router-dom'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import type { StoreClass } from '../../../contract/storefront.ts'

/** The outermost classes, and below them one row for each level down to what is chosen. */
export function ClassChoice({ classes, chosen }: { classes: readonly StoreClass[]; chosen: number }) {
  const t = useT()
  const english = useRuntime().words.lang() === 'en'
  const path = pathTo(classes, chosen)
  return (
    <nav className="st-classes" aria-label={t('storefront.goods.classes')}>
      {[0, ...path].map((parent, depth) => {
        const row = classes.filter(({ pid }) => pid === parent)
        if (row.length === 0) return null
        return (
          <ul key={parent}>
            <li>
              <Chip to={parent} isChosen={chosen === parent} text={t('storefront.goods.everything')} />
            </li>
            {row.map(({ id, name, name_en }) => (
              <li key={id}>
                <Chip to={id} isChosen={path[depth] === id} text={(english && name_en) || name} />
              </li>
            ))}
          </ul>
        )
      })}
    </nav>
  )
}

function Chip({ to, isChosen, text }: { to: number; isChosen: boolean; text: string }) {
  return (
    <Link className="st-chip" to={to === 0 ? '/goods' : `/goods?class=${to}`} aria-current={isChosen ? 'true' : undefined}>
      {text}
    </Link>
  )
}

/** Keys of a class and those it belongs to, the outermost first; [] of none. */
function pathTo(classes: readonly StoreClass[], id: number): number[] {
  const found = classes.find((each) => each.id === id)
  return found ? [...pathTo(classes, found.pid), id] : []
}
