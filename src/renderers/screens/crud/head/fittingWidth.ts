/** px that the column of this head needs to show in full all that is drawn of it. */
export function fittingWidth(head: HTMLElement): number {
  const table = head.closest('table')
  const cells = table?.querySelectorAll<HTMLElement>(`tbody > tr > td[data-col="${CSS.escape(head.dataset.col ?? '')}"]`) ?? []
  const probe = document.createElement('div')
  probe.className = 's-fit s-grid'
  const copies = [head, ...cells].map((cell) => {
    const copy = document.createElement('div')
    copy.append(...cell.cloneNode(true).childNodes)
    return copy
  })
  probe.append(...copies)
  table?.parentElement?.append(probe)
  const content = Math.max(...copies.map((copy) => copy.getBoundingClientRect().width))
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cells[0] ?? head)
  probe.remove()
  return Math.ceil(content + Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd)) + 1
}
