import './style/tokens.css';
import './style/base.css';
import './style/controls.css';
import './style/layout.css';
import './style/table.css';
import './style/overlays.css';
import './style/trade.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyTheme } from './theme.ts';

applyTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
createRoot(root).render(<App />);
