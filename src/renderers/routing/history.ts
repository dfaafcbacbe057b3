import type { UNSAFE_createBrowserHistory } from 'react-router-dom'

/** The entries of the browser's history, which react-router numbers. */
export type RouterHistory = ReturnType<typeof UNSAFE_createBrowserHistory>
