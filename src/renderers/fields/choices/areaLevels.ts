/** The names of the levels of a region, from the outside in. */
export function areaLevels(t: (key: string) => string): string[] {
  return [t('ui.area.province'), t('ui.area.city'), t('ui.area.district')]
}
