// A test without a DOM does without the helpers for one: to load them takes longer than most such tests.
if (typeof document !== 'undefined') await import('./setup-dom')

export {}
