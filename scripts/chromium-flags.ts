/** The sandbox of Chromium refuses to run as root, as which containers run their tests; the pages are our own. */
const plainFlags = ['--no-sandbox', '--disable-dev-shm-usage'] as const;

/** What playwright switches off itself. The browser heeds only the last such list, so ours repeats it; a test compares. */
export const offByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
] as const;

/**
 * The list below the address bar is a page of the browser's own, which every window loads, though it is never shown: half of
 * the processor time of a window. A browser that does not know these names ignores them.
 */
const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'] as const;

/** Of a whole browser, which has windows even where nobody sees them. */
export const windowFlags = [...plainFlags, `--disable-features=${[...offByPlaywright, ...unseen].join(',')}`] as const;
