import type { Page } from 'playwright-core'

/** Holds requests to these addresses back; returns what lets them, and those that come later, through. */
export async function holdRequests(page: Page, addresses: string): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(addresses, (route) => held.then(() => route.continue()))
  return letThrough
}
