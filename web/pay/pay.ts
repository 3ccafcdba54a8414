import './pay.css';
// Drawn in the browser's tab; the page names it.
import './icon.svg';
import { startClock } from './clock.ts';
import { followClipboard } from './copy.ts';
import { followSearch } from './find-bank.ts';
import { followReceipt } from './keep.ts';
import { startLive } from './live.ts';
import { followPage } from './page.ts';
import { followReturn } from './return.ts';
import { followUpload } from './upload.ts';

/**
 * The page is whole without this. With it, it follows the invoice live, counts down by the service's clock, copies with one
 * tap and shows how an upload goes. Every screen is still drawn by the service alone; listeners sit on the document, so that
 * a screen may be swapped under them.
 */
followPage();
followClipboard();
followUpload();
followSearch();
followReceipt();
followReturn();
startClock();
startLive();
