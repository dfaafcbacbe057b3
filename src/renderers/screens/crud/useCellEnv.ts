import { useMemo } from 'react'
import type { Runtime } from '../../../runtime/app/runtime.ts'
import type { Crud } from '../../../runtime/crud/crud.ts'
import { assetUrl, shownZone } from '../../asset.ts'
import type { CellEnvironment } from '../../define.ts'
import { useIconNames } from '../../ui/iconName.ts'

/** What the cells of a screen share. */
export function useCellEnv(runtime: Runtime, crud: Crud): CellEnvironment {
  const iconName = useIconNames()
  return useMemo(() => {
    const { cdnUrl, version, editor, timeZone } = runtime.stores.siteConfig
    const { find, t } = crud.loaded
    return {
      t,
      word: find,
      lang: runtime.words.lang(),
      zone: shownZone({ timeZone }),
      areas: runtime.areas,
      editor,
      asset: (value) => assetUrl(value, { cdnUrl, version }),
      iconClass: (name) => `k-icon pi pi-${iconName(name)}`,
      holds: (condition, row) => crud.holds(condition, row),
      canReveal: () => crud.can('reveal').visible && !crud.state.query.deleted,
      canSwitch: (row, field) => {
        const known = crud.page.fields[field]
        return known !== undefined && !known.readOnly && !crud.state.query.deleted && crud.can('edit', row).visible
      },
    }
  }, [runtime, crud, iconName])
}
