import { textKind } from './define.ts'

/** Name of an icon: a PrimeIcons name, or one of BuildAdmin's (`fa fa-x`, `el-icon-X`) that is shown by its counterpart. */
export const icon = textKind({
  help: 'Icon by name.',
  options: {},
  fallbackLength: 50,
  textPattern: '^[A-Za-z][A-Za-z0-9 _-]*$',
  message: 'icon',
  cell: 'icon',
  operator: false,
  input: 'none',
  comparable: false,
  sample: () => 'pi pi-box',
})
