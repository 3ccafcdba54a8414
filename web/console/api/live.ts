/** How what is on the screen stays current: asked again every few seconds while the window is visible. */
export const liveOptions = { refetchInterval: 3_000, refetchIntervalInBackground: false } as const;
