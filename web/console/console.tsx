import './console.css';
