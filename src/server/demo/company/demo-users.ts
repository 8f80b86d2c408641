/** Users of the demo company beside its administrator: one for each role. */
export const demoUsers = ['super', 'clerk', 'picker', 'customer'] as const
