import { flatMenu, type MenuItem, menuTrail } from '../../../runtime/navigation/menu.ts'

/** The entries whose title, or whose directory's title, holds the text, flat with their trail. */
export function searchMenu(menus: readonly MenuItem[], text: string): MenuItem[] {
  const wanted = text.trim().toLowerCase()
  return [...flatMenu(menus)].filter((item) => {
    if (item.type === 'dir') return false
    return (
      menuTrail(menus, item.id).some((one) => one.title.toLowerCase().includes(wanted)) ||
      item.name.toLowerCase().includes(wanted)
    )
  })
}
