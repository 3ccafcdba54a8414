import './pay.css';
