/** The keys under which the browser keeps something (specification, section 9). */
export const keys = ['adminInfo', 'userInfo', 'storeConfig_v2', 'storeTabViewConfig', 'shopConfig'] as const

/** What may stand there after an accident or a prank, and must count as nothing. */
export const wrong = [
  '',
  '{',
  '{"a":',
  'undefined',
  'null',
  '5',
  '"text"',
  'true',
  '[]',
  '[{"token":"x"}]',
  '\u0000\uffff',
  '<!doctype html><title>x</title>',
  '{"__proto__":{"token":"x","isDark":true}}',
  '{"constructor":{"prototype":{"token":"x"}}}',
  `{"unknown":"${'x'.repeat(300_000)}"}`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
]
